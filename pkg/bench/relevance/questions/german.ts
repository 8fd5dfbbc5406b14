import { questionsIn } from './question';

export const german = questionsIn('German', [
  ['Fahrrad', 'name', { 'Rad/Fahrrad Wartung': 2, 'Rad/Radtour Donau': 1 }],
  ['Heizung', 'name', { 'Haus/Heizung entlüften': 2 }],
  ['Kindergarten', 'name', { 'Familie/Kindergarten': 2 }],
  ['Einkommensteuer', 'alias or heading', { 'Geld/Steuererklärung': 2 }],
  ['Blechkuchen', 'alias or heading', { 'Küche/Apfelkuchen vom Blech': 2, 'Küche/Zwiebelkuchen': 1 }],
  ['Bremsen', 'alias or heading', { 'Rad/Fahrrad Wartung': 2 }],
  ['Hefeteig', 'body', { 'Küche/Apfelkuchen vom Blech': 2, 'Küche/Zwiebelkuchen': 2 }],
  ['Frist Steuer', 'words apart', { 'Geld/Steuererklärung': 2 }],
  ['Rose Auge', 'words apart', { 'Garten/Rosen schneiden': 2 }],
  ['Versicherung kündigen', 'word form', { 'Geld/Haftpflichtversicherung': 2, 'Geld/Kündigungsfristen': 2 }],
  ['Zwiebel', 'word form', { 'Küche/Zwiebelkuchen': 2, 'Küche/Käsespätzle': 1 }],
  ['Kaesespaetzle', 'marks left out', { 'Küche/Käsespätzle': 2 }],
  ['mulltrennung', 'marks left out', { 'Haus/Mülltrennung': 2 }],
  ['hafenstrasse', 'marks left out', { 'Haus/Mülltrennung': 2 }],
  ['Steuererklarug', 'typing error', { 'Geld/Steuererklärung': 2 }],
  ['Kindergaten', 'typing error', { 'Familie/Kindergarten': 2 }],
  ['"vom Blech"', 'phrase', { 'Küche/Apfelkuchen vom Blech': 2, 'Küche/Zwiebelkuchen': 1 }],
  ['wann wird der Sperrmüll abgeholt', 'whole question', { 'Haus/Mülltrennung': 2, 'Haus/Umzug': 1 }],
  ['Schlüssel', 'body', { 'Geld/Haftpflichtversicherung': 2, 'Haus/Umzug': 1 }],
  ['Kuchen', 'name', { 'Küche/Apfelkuchen vom Blech': 2, 'Küche/Zwiebelkuchen': 2 }],
]);
