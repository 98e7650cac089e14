import { afterAll, afterEach } from 'vitest'

const found = new Set<string>()
const collect = (records: MutationRecord[]) => {
  for (const { addedNodes } of records)
    for (const node of addedNodes) for (const text of bareTexts(node)) found.add(text)
}
const observer = new MutationObserver(collect)
observer.observe(document, { childList: true, subtree: true })

afterEach(() => {
  collect(observer.takeRecords())
  const texts = [...found]
  found.clear()
  if (texts.length > 0)
    throw new Error(`Each text needs an element to itself (decision 033):\n${texts.join('\n')}`)
})
afterAll(() => observer.disconnect())

/** Text nodes that React manages itself, because they are not the only content of their element. */
export function bareTexts(root: Node): string[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  for (let node: Node | null = root; node !== null; node = walker.nextNode()) {
    const text = node instanceof Text ? node.data.trim() : ''
    if (text !== '' && isReactNode(node)) texts.push(`${text} in ${node.parentElement?.outerHTML}`)
  }
  return texts
}

/** React marks each node that it inserts, changes or removes. */
const isReactNode = (node: Node): boolean =>
  Object.keys(node).some((key) => key.startsWith('__reactFiber$'))
