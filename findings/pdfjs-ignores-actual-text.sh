#!/usr/bin/env bash
# pdfjs-dist 6.5.438 reading what pdfkit 0.20.2 writes (checked on 29 November 2026, Node 24.21.0).
# The `ActualText` of marked content (PDF 1.5, 14.9.4), which says what shaped glyphs mean, is not read by
# `getTextContent`, also with `includeMarkedContent`: the text is that of the glyphs. Only that of an element
# of the structure tree is to be had, from `getStructTree`, as its `alt`.
# It hurts who tests by pdf.js that a PDF in India's scripts can be searched: a right file looks wrong. The
# text as Firefox has it stays in the order of the glyphs, whatever the file says.
# Seen: "plain: glyphs", "with marked content: glyphs", "alt of the element: meaning".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . pdfkit@0.20.2 pdfjs-dist@6.5.438 node@24.21.0 >/dev/null
cat >read.mjs <<'JS'
import PDFDocument from 'pdfkit'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

const pdf = new PDFDocument({ pdfVersion: '1.5', tagged: true, compress: false })
const chunks = []
pdf.on('data', (chunk) => chunks.push(chunk))
const ended = new Promise((resolve) => pdf.on('end', resolve))
pdf.addStructure(
  pdf.struct('P', { actual: 'meaning' }, () => {
    pdf.markContent('Span', { actual: 'meaning' })
    pdf.text('glyphs')
    pdf.endMarkedContent()
  }),
)
pdf.end()
await ended
const data = Buffer.concat(chunks)
console.log(`file says it: ${data.includes('meaning') || data.includes('\xfe\xff', 'latin1')}`)
const page = await (
  await getDocument({ data: new Uint8Array(data), verbosity: VerbosityLevel.ERRORS }).promise
).getPage(1)
const textOf = async (options) =>
  (await page.getTextContent(options)).items.map(({ str = '' }) => str).join('')
console.log(`plain: ${await textOf({})}`)
console.log(`with marked content: ${await textOf({ includeMarkedContent: true })}`)
const { children } = await page.getStructTree()
console.log(`alt of the element: ${children[0].alt}`)
JS
seen=$(node_modules/.bin/node read.mjs)
echo "$seen"
[ "$seen" = "file says it: true
plain: glyphs
with marked content: glyphs
alt of the element: meaning" ]
