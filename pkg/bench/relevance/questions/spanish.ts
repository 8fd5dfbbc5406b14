import { questionsIn } from './question';

export const spanish = questionsIn('Spanish', [
  ['renta', 'name', { 'Dinero/Declaración de la renta': 2, 'Dinero/Alquiler': 1 }],
  ['caldera', 'alias or heading', { 'Casa/Calefacción': 2, 'Casa/Averías': 1 }],
  ['jamon', 'marks left out', { 'Cocina/Croquetas de jamón': 2, 'Cocina/Lista de la compra': 1 }],
  ['albanil', 'marks left out', { 'Casa/Albañil y baño': 2 }],
  ['cancion', 'marks left out', { 'Estudio/Oposición': 2 }],
  [
    'aceite de oliva huevos',
    'words apart',
    { 'Cocina/Tortilla de patatas': 2, 'Cocina/Lista de la compra': 1 },
  ],
  ['ejercicio espalda', 'word form', { 'Salud/Ejercicios de espalda': 2 }],
  ['bombilla', 'word form', { 'Cocina/Lista de la compra': 2, 'Casa/Averías': 2 }],
  ['tortila patatas', 'typing error', { 'Cocina/Tortilla de patatas': 2 }],
  ['"lista de la compra"', 'phrase', { 'Cocina/Lista de la compra': 2 }],
  ['queso', 'body', { 'Viajes/Camino de Santiago': 2 }],
  ['baño', 'name', { 'Casa/Albañil y baño': 2, 'Casa/Averías': 1 }],
]);
