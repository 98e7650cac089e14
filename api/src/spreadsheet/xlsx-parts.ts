/** The longest text that a cell takes. */
const maxCellLength = 32_767

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const sheetPath = (sheet: number): string => `xl/worksheets/sheet${sheet}.xml`

/** The beginning of a sheet: its first line, which stays in sight, is the names of the columns. */
export function sheetHead(columns: readonly string[]): string {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const views = `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`
  return `${head}<worksheet xmlns="${main}">${views}<sheetData>${rowOf(columns, 1)}`
}

export const sheetFoot = '</sheetData></worksheet>'

/** A line of a sheet; the number and the places are optional, but some programs insist on them. */
export function rowOf(values: readonly string[], number: number): string {
  const cells = values.map((text, index) => cellOf(text, `${columnName(index)}${number}`))
  return `<row r="${number}">${cells.join('')}</row>`
}

function cellOf(text: string, place: string): string {
  if (text === '') return ''
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escape(text)}</t></is></c>`
}

/** `A` to `Z`, then `AA`. */
function columnName(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Without what XML cannot hold: one such character and the whole file is broken. */
function escape(text: string): string {
  return (
    text
      .slice(0, maxCellLength)
      .toWellFormed()
      // A spreadsheet reads _x0041_ as A.
      .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
      // oxlint-disable-next-line no-control-regex -- these are what XML 1.0 leaves out
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
      .replaceAll(/[&<>]/g, (sign) => entities[sign] ?? '')
  )
}

/** All parts of a workbook but its sheets, by their paths. */
export function workbook(sheets: number): [path: string, xml: string][] {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  return [
    ['[Content_Types].xml', contentTypes(numbers)],
    ['_rels/.rels', relationsOf([[1, 'officeDocument', 'xl/workbook.xml']])],
    [
      'xl/_rels/workbook.xml.rels',
      relationsOf(numbers.map((sheet) => [sheet, 'worksheet', `worksheets/sheet${sheet}.xml`])),
    ],
    [
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${numbers
        .map((sheet) => `<sheet name="Sheet${sheet}" sheetId="${sheet}" r:id="rId${sheet}"/>`)
        .join('')}</sheets></workbook>`,
    ],
  ]
}

function contentTypes(sheets: number[]): string {
  const part = (name: string, type: string) =>
    `<Override PartName="/${name}" ContentType="${kind}.${type}+xml"/>`
  const all = [
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    part('xl/workbook.xml', 'sheet.main'),
    ...sheets.map((sheet) => part(sheetPath(sheet), 'worksheet')),
  ]
  return `${head}<Types xmlns="${packaged}/content-types">${all.join('')}</Types>`
}

function relationsOf(targets: [id: number, type: string, target: string][]): string {
  const all = targets.map(
    ([id, type, target]) =>
      `<Relationship Id="rId${id}" Type="${relations}/${type}" Target="${target}"/>`,
  )
  return `${head}<Relationships xmlns="${packaged}/relationships">${all.join('')}</Relationships>`
}
