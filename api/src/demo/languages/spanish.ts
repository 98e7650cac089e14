import type { Language } from './language.ts'

export const spanish: Language = {
  code: 'es',
  given: ['Alba', 'Bruno', 'Clara', 'Diego', 'Elena', 'Íñigo', 'Lucía', 'Mateo', 'Nuria', 'Óscar'],
  family: ['del Río', 'Montaña', 'Campos', 'Arroyo', 'Valle', 'Luna', 'Robledal', 'Niebla'],
  openings: [
    'Hola, ¿tienen sitio esta semana?',
    'Buenos días, quería hacer un pedido',
    '¡Hola! He visto su página 😊',
    'Buenas, ¿es aquí para reservar?',
  ],
  greeting: '¡Hola! Soy el asistente y tomo nota de todo.',
  questions: {
    service: {
      label: 'Producto',
      ask: '¿Qué le apetece?',
      answers: ['{}, por favor', '{}', 'Creo que {}'],
    },
    date: {
      label: 'Fecha',
      ask: '¿Qué día le viene bien?',
      answers: ['{}', 'El {}', '¿Puede ser el {}?'],
    },
    time: { label: 'Hora', ask: '¿A qué hora?', answers: ['{}', 'A las {}'] },
    people: { label: 'Personas', ask: '¿Para cuántas personas?', answers: ['{}', 'Somos {}'] },
    name: { label: 'Nombre', ask: '¿A nombre de quién?', answers: ['{}', 'Me llamo {}'] },
    note: { label: 'Deseos', ask: '¿Algo que debamos saber?', answers: ['{}'] },
  },
  talk: [
    ['¿Dónde están?', 'En la plaza del mercado, junto a la farmacia.'],
    ['¿Cuánto cuesta?', 'Depende de lo que elija; la lista está en nuestra página.'],
    ['¿Se puede pagar con tarjeta?', 'Sí, con tarjeta, en efectivo o por transferencia.'],
    ['¿Hay aparcamiento?', 'Sí, detrás de la casa, dos horas gratis.'],
    ['¿Cuánto tardan?', 'Unos 45 minutos.'],
    ['¿Abren el domingo?', 'El domingo cerramos; los demás días, de nueve a seis.'],
    ['¿Y si tengo que cambiarlo?', 'Escríbanos aquí hasta un día antes.'],
    ['Perdón, estaba en una llamada', 'No pasa nada, con calma.'],
    ['¿Puedo llevar a mi hijo?', 'Claro, los niños son bienvenidos.'],
    ['¡Genial!', '¡Con mucho gusto!'],
  ],
  confirm: 'Le repito: {}. ¿Es correcto?',
  yes: ['Sí, perfecto', 'Correcto, gracias', 'Sí 👍'],
  done: 'Gracias, queda apuntado. ¡Le esperamos!',
  chase: '¿Sigue ahí? Continuamos cuando quiera.',
  wantsPerson: ['¿Puedo hablar con una persona?', 'Prefiero hablar con la dueña'],
  owner: ['Hola, ahora sigo yo.', 'Lo he mirado y se puede.', 'Le llamo esta tarde.'],
  notes: ['No, gracias', 'Sin nueces, por favor', 'Es una sorpresa 🎉'],
}
