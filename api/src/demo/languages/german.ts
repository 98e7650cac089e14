import type { Language } from './language.ts'

export const german: Language = {
  code: 'de',
  given: ['Antje', 'Bernd', 'Clara', 'Dörte', 'Emil', 'Frieda', 'Götz', 'Heike', 'Jörg', 'Lena'],
  family: [
    'Birkenhain',
    'Feldweg',
    'Heidekamp',
    'Lindenhof',
    'Moosbach',
    'Quellgrund',
    'Talmüller',
  ],
  openings: [
    'Guten Tag, haben Sie diese Woche noch etwas frei?',
    'Hallo, ich möchte gern einen Termin.',
    'Moin, bin ich hier richtig?',
    'Guten Morgen! Ich habe Ihre Seite gesehen.',
  ],
  greeting: 'Guten Tag! Ich bin der Assistent und nehme alles auf.',
  questions: {
    service: {
      label: 'Leistung',
      ask: 'Was darf es sein?',
      answers: ['{}, bitte', '{}', 'Ich denke, {}'],
    },
    date: {
      label: 'Tag',
      ask: 'Welcher Tag passt Ihnen?',
      answers: ['{}', 'Am {}', 'Ginge der {}?'],
    },
    time: { label: 'Uhrzeit', ask: 'Und um wie viel Uhr?', answers: ['{}', 'Gegen {} Uhr'] },
    people: { label: 'Personen', ask: 'Für wie viele Personen?', answers: ['{}', 'Wir sind {}'] },
    name: { label: 'Name', ask: 'Auf welchen Namen?', answers: ['{}', 'Ich heiße {}'] },
    note: { label: 'Wünsche', ask: 'Gibt es etwas, das wir wissen sollten?', answers: ['{}'] },
  },
  talk: [
    ['Wo genau sind Sie?', 'Am Marktplatz, neben der Apotheke.'],
    ['Was kostet das?', 'Das hängt von der Wahl ab; die Liste steht auf unserer Seite.'],
    ['Kann ich mit Karte zahlen?', 'Karte, bar und Überweisung, alles geht.'],
    ['Gibt es Parkplätze?', 'Ja, hinter dem Haus, zwei Stunden kostenlos.'],
    ['Wie lange dauert es?', 'Etwa 45 Minuten.'],
    ['Haben Sie sonntags auf?', 'Sonntags ist zu, sonst von neun bis sechs.'],
    ['Kann ich es noch ändern?', 'Ja, bis einen Tag vorher, einfach hier schreiben.'],
    ['Entschuldigung, ich war am Telefon', 'Kein Problem, lassen Sie sich Zeit.'],
    ['Ist es barrierefrei?', 'Ja, am Seiteneingang ist eine Rampe.'],
    ['Schön!', 'Sehr gern!'],
  ],
  confirm: 'Ich wiederhole: {}. Stimmt das so?',
  yes: ['Ja, genau', 'Stimmt, danke', 'Ja 👍'],
  done: 'Vielen Dank, ist notiert. Wir freuen uns auf Sie!',
  chase: 'Sind Sie noch da? Es geht weiter, wann immer Sie möchten.',
  wantsPerson: [
    'Kann ich mit einem Menschen sprechen?',
    'Ich möchte lieber mit der Inhaberin reden',
  ],
  owner: [
    'Guten Tag, ich übernehme hier.',
    'Ich habe nachgesehen, das klappt.',
    'Ich rufe heute Nachmittag an.',
  ],
  notes: ['Nein, danke', 'Bitte ohne Nüsse', 'Ein ruhiger Platz wäre schön'],
}
