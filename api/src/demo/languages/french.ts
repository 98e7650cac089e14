import type { Language } from './language.ts'

export const french: Language = {
  code: 'fr',
  given: ['Adèle', 'Bastien', 'Chloé', 'Élodie', 'François', 'Gaëlle', 'Hugo', 'Noémie', 'Zoé'],
  family: ['Duverger', 'Laforêt', 'Desprairies', 'Rivière', 'Montclair', 'Beauchamp', 'Delacôte'],
  openings: [
    'Bonjour, avez-vous une table ce soir ?',
    'Bonsoir, je voudrais réserver',
    'Coucou ! Encore de la place ?',
  ],
  greeting: 'Bonjour ! Je suis l’assistant et je note tout.',
  questions: {
    service: {
      label: 'Formule',
      ask: 'Que souhaitez-vous ?',
      answers: ['{}, s’il vous plaît', '{}', 'Plutôt {}'],
    },
    date: {
      label: 'Jour',
      ask: 'Quel jour vous convient ?',
      answers: ['{}', 'Le {}', 'Le {}, c’est possible ?'],
    },
    time: { label: 'Heure', ask: 'À quelle heure ?', answers: ['{}', 'Vers {}'] },
    people: {
      label: 'Couverts',
      ask: 'Pour combien de personnes ?',
      answers: ['{}', 'Nous serons {}'],
    },
    name: { label: 'Nom', ask: 'À quel nom ?', answers: ['{}', 'Je m’appelle {}'] },
    note: { label: 'Souhaits', ask: 'Y a-t-il autre chose à savoir ?', answers: ['{}'] },
  },
  talk: [
    ['Où êtes-vous ?', 'Sur la place du marché, à côté de la pharmacie.'],
    ['C’est à quel prix ?', 'Cela dépend de votre choix ; la carte est sur notre page.'],
    ['Je peux payer par carte ?', 'Par carte, en espèces ou par virement.'],
    ['On peut se garer ?', 'Oui, derrière la maison, deux heures gratuites.'],
    ['Vous ouvrez le dimanche ?', 'Fermé le dimanche, ouvert de neuf à dix-huit heures sinon.'],
    ['Et si je dois changer ?', 'Écrivez ici jusqu’à la veille.'],
    ['Pardon, j’étais au téléphone', 'Aucun souci, prenez votre temps.'],
    ['Super !', 'Avec plaisir !'],
  ],
  confirm: 'Je répète : {}. C’est bien ça ?',
  yes: ['Oui, parfait', 'C’est ça, merci', 'Oui 👍'],
  done: 'Merci, c’est noté. À bientôt !',
  chase: 'Toujours là ? On continue quand vous voulez.',
  wantsPerson: ['Puis-je parler à quelqu’un ?', 'Je préfère parler à la patronne'],
  owner: [
    'Bonjour, je prends la suite.',
    'J’ai vérifié, c’est possible.',
    'Je vous appelle cet après-midi.',
  ],
  notes: ['Non merci', 'Sans noix', 'C’est une surprise 🎉'],
}
