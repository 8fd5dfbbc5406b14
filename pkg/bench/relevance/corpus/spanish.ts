import type { CorpusNote } from './corpus-note';

export const spanish: readonly CorpusNote[] = [
  {
    path: 'Cocina/Tortilla de patatas',
    age: 600,
    text: `---
tags: [receta]
---
Seis huevos, un kilo de patatas, una cebolla, aceite de oliva. Freír despacio, escurrir, mezclar con el huevo y dejar reposar diez minutos antes de cuajar. Dar la vuelta con un plato.
`,
  },
  {
    path: 'Cocina/Croquetas de jamón',
    age: 350,
    text: `---
tags: [receta]
---
Bechamel espesa con jamón muy picado. La masa descansa una noche en la nevera. Empanar dos veces y freír en aceite caliente. Se pueden congelar.
`,
  },
  {
    path: 'Cocina/Lista de la compra',
    age: 2,
    text: `- huevos, leche, café
- patatas y cebolla
- jamón para los bocadillos
- aceite de oliva
- pilas, bombillas
`,
  },
  {
    path: 'Casa/Albañil y baño',
    age: 80,
    text: `Presupuesto del albañil: 4.200 euros, azulejos aparte. Empieza el lunes por el desagüe. Grifo nuevo, espejo, mampara. El seguro no cubre la humedad antigua.
`,
  },
  {
    path: 'Casa/Calefacción',
    age: 420,
    text: `---
aliases: [Caldera]
---
Revisión anual en octubre. Presión en frío: 1,3 bar. Para purgar los radiadores, empezar por el más cercano a la caldera. Teléfono del técnico en la nevera.
`,
  },
  {
    path: 'Casa/Averías',
    age: 18,
    text: `Enero: la caldera sin presión, dos veces. Febrero: el grifo del baño. Marzo: bombillas del pasillo. Abril: la caldera otra vez, el técnico cambió la bomba. Mayo: la lavadora no desagua.
`,
  },
  {
    path: 'Dinero/Declaración de la renta',
    age: 190,
    text: `---
tags: [dinero]
---
Plazo hasta el 30 de junio. Borrador en la página de la agencia, revisar la deducción por alquiler y las donaciones. Guardar los recibos cuatro años.
`,
  },
  {
    path: 'Dinero/Alquiler',
    age: 310,
    text: `El contrato dura cinco años. Fianza de un mes, depositada. La renta sube cada enero con el índice. El casero paga la comunidad; nosotros agua y luz.
`,
  },
  {
    path: 'Viajes/Camino de Santiago',
    age: 700,
    text: `Desde Sarria, cinco etapas. La credencial se sella dos veces al día. Zapatillas ya usadas, calcetines de lana, tapones para los oídos. En Arzúa comimos el mejor queso. Reservar albergue en agosto.
`,
  },
  {
    path: 'Viajes/Fin de semana en Cádiz',
    age: 100,
    text: `Tren desde Sevilla, hora y media. Playa de La Caleta, pescado frito en el mercado, carnaval en febrero. El hotel estaba lejos de la estación.
`,
  },
  {
    path: 'Salud/Médico de cabecera',
    age: 260,
    text: `Doctora Ibáñez, los martes. Análisis de sangre en ayunas. Tensión bien, falta vitamina D. Pedir cita por teléfono antes de las nueve.
`,
  },
  {
    path: 'Salud/Ejercicios de espalda',
    age: 140,
    text: `Diez minutos cada mañana: puente, plancha lateral, estirar las piernas. Parar si duele. La silla, más alta que las rodillas.
`,
  },
  {
    path: 'Estudio/Oposición',
    age: 9,
    text: `Examen en noviembre. Temas 1 a 12 repasados, faltan los casos prácticos. Horario: dos canciones, luego cincuenta minutos sin móvil. La canción de siempre ayuda a empezar.
`,
  },
];
