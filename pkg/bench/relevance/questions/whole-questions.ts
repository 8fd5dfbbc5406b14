import { type Question, questionsIn } from './question';

/** Questions as users ask them, and the same in words that the note does not have. */
export const wholeQuestions: readonly Question[] = [
  ...questionsIn('English', [
    [
      'how much does the landlord get for the flat each month?',
      'whole question',
      { 'Money/Renting out the flat': 2 },
    ],
    ['when was the boiler serviced and by whom?', 'whole question', { 'Home/Boiler': 2 }],
    ['which nights did I sleep badly and why?', 'whole question', { 'Health/Sleep log': 2 }],
    [
      'what should I do about aphids and slugs in the garden?',
      'whole question',
      { 'Garden/Garden diary': 2 },
    ],
    ['do I have to bring a photo to renew my passport?', 'whole question', { 'Travel/Passport renewal': 2 }],
    [
      'where does the disk with the third copy of my data lie?',
      'whole question',
      { 'Tech/Backup strategy': 2 },
    ],
    ['Wi-Fi down, what now?', 'paraphrase', { 'Home/Router': 2 }],
    ['undo a rewritten commit history', 'paraphrase', { 'Tech/Git rebase': 2 }],
    ['exercises against lumbar pain', 'paraphrase', { 'Health/Back exercises': 2 }],
    ['science fiction about gender', 'paraphrase', { 'Books/The Left Hand of Darkness': 2 }],
    ['kitty vaccinated', 'paraphrase', { 'Family/Cat': 2 }],
    ['dental check-up date', 'paraphrase', { 'Health/Dentist': 2 }],
  ]),
  ...questionsIn('German', [
    ['wie oft muss ich die Kette am Fahrrad ölen?', 'whole question', { 'Rad/Fahrrad Wartung': 2 }],
    [
      'was kostet mich ein verlorener Schlüssel bei der Versicherung?',
      'whole question',
      { 'Geld/Haftpflichtversicherung': 2 },
    ],
    ['an welchen Tagen ist der Kindergarten geschlossen?', 'whole question', { 'Familie/Kindergarten': 2 }],
    ['wie schneide ich im Frühjahr meine Rosen?', 'whole question', { 'Garten/Rosen schneiden': 2 }],
    ['wer gießt die Pflanzen, während wir im Urlaub sind?', 'whole question', { 'Garten/Balkon': 2 }],
    ['Abo der Tageszeitung loswerden', 'paraphrase', { 'Geld/Kündigungsfristen': 2 }],
    ['Radiator gluckert', 'paraphrase', { 'Haus/Heizung entlüften': 2 }],
    ['Nudelgericht mit Käse', 'paraphrase', { 'Küche/Käsespätzle': 2 }],
  ]),
  ...questionsIn('Spanish', [
    ['¿cuánto cobra el albañil por el baño?', 'whole question', { 'Casa/Albañil y baño': 2 }],
    [
      '¿hasta cuándo puedo presentar la declaración de la renta?',
      'whole question',
      { 'Dinero/Declaración de la renta': 2 },
    ],
    [
      '¿cuántas veces se estropeó la caldera este año?',
      'whole question',
      { 'Casa/Averías': 2, 'Casa/Calefacción': 1 },
    ],
    [
      '¿a qué hora hay que llamar para pedir cita con la doctora?',
      'whole question',
      { 'Salud/Médico de cabecera': 2 },
    ],
    ['dolor lumbar, qué ejercicio hago', 'paraphrase', { 'Salud/Ejercicios de espalda': 2 }],
    ['escapada a la costa en ferrocarril', 'paraphrase', { 'Viajes/Fin de semana en Cádiz': 2 }],
  ]),
  ...questionsIn('Russian', [
    ['когда придёт сантехник и сколько стоит ремонт?', 'whole question', { 'Дом/Ремонт ванной': 2 }],
    [
      'что делать, если стиральная машина показывает ошибку?',
      'whole question',
      { 'Дом/Стиральная машина': 2 },
    ],
    [
      'через сколько дней страховая компания платит за аварию?',
      'whole question',
      { 'Деньги/Страховка машины': 2 },
    ],
    ['в какой день принимает терапевт?', 'whole question', { 'Здоровье/Врач': 2 }],
    ['свекольный суп', 'paraphrase', { 'Кухня/Борщ': 2 }],
    ['роман Булгакова о дьяволе', 'paraphrase', { 'Книги/Мастер и Маргарита': 2 }],
  ]),
  ...questionsIn('Japanese', [
    ['洗濯機のエラーはどうやって直しますか', 'whole question', { '家/洗濯機の修理': 2 }],
    ['粗大ゴミはいつ出せますか', 'whole question', { '家/ゴミの日': 2 }],
    ['歯医者の次の予約はいつですか', 'whole question', { '健康/歯医者': 2 }],
    ['腰が痛い時の運動', 'paraphrase', { '健康/腰痛の体操': 2 }],
  ]),
  ...questionsIn('Arabic', [
    ['كم أسبوعا يستغرق تجديد جواز السفر؟', 'whole question', { 'السفر/تجديد جواز السفر': 2 }],
    ['متى تفتح مكتبة المدينة؟', 'whole question', { 'الكتب/مكتبة المدينة': 2 }],
    ['كيف أنظف مصفاة الغسالة؟', 'whole question', { 'البيت/الغسالة': 2 }],
    ['حساء ساخن للعشاء', 'paraphrase', { 'المطبخ/شوربة العدس': 2 }],
  ]),
];
