import type { Language } from './language.ts'

export const portuguese: Language = {
  code: 'pt',
  given: ['Aline', 'Bento', 'Cecília', 'Davi', 'Eloá', 'Fábio', 'Inês', 'João', 'Lívia', 'Otávio'],
  family: ['da Serra', 'do Campo', 'Ribeira', 'Pinheiral', 'Vale', 'Lagoa', 'Horta'],
  openings: [
    'Oi, vocês entregam hoje?',
    'Bom dia! Queria fazer um pedido',
    'Olá, é aqui a entrega? 😊',
  ],
  greeting: 'Olá! Sou o assistente e anoto tudo para você.',
  questions: {
    service: {
      label: 'Produto',
      ask: 'O que você gostaria?',
      answers: ['{}, por favor', '{}', 'Acho que {}'],
    },
    date: { label: 'Dia', ask: 'Que dia fica bom?', answers: ['{}', 'Pode ser {}?'] },
    time: { label: 'Hora', ask: 'A que horas?', answers: ['{}', 'Lá pelas {}'] },
    people: { label: 'Quantidade', ask: 'Quantas unidades?', answers: ['{}', 'Quero {}'] },
    name: { label: 'Nome', ask: 'Em nome de quem?', answers: ['{}', 'Meu nome é {}'] },
    note: { label: 'Pedidos', ask: 'Algo mais que devemos saber?', answers: ['{}'] },
  },
  talk: [
    ['Onde vocês ficam?', 'Na praça do mercado, ao lado da farmácia.'],
    ['Quanto custa?', 'Depende do que escolher; a lista está na nossa página.'],
    ['Aceita Pix?', 'Sim, Pix, cartão e dinheiro.'],
    ['Demora muito?', 'Uns 45 minutos.'],
    ['Abre no domingo?', 'No domingo fechamos; nos outros dias, das nove às seis.'],
    ['Posso mudar depois?', 'Pode, até um dia antes, é só escrever aqui.'],
    ['Um minutinho', 'Sem pressa!'],
    ['Que bom!', 'Imagina, um prazer!'],
  ],
  confirm: 'Repetindo: {}. Está certo?',
  yes: ['Sim, perfeito', 'Isso mesmo', 'Sim 👍'],
  done: 'Obrigado, está anotado. Até logo!',
  chase: 'Ainda está aí? Continuamos quando quiser.',
  wantsPerson: ['Posso falar com uma pessoa?', 'Prefiro falar com a dona'],
  owner: ['Oi, agora sou eu.', 'Verifiquei e dá certo.', 'Ligo para você à tarde.'],
  notes: ['Não, obrigada', 'Sem castanhas', 'É surpresa 🎉'],
}
