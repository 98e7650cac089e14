import { expect, type BrowserContext, type Page } from 'playwright/test'

/** From the next document on, pages of this browser are translated as Chrome does it: at once. */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(translate)
}

/** Nothing is lost in a translated page: it is no error page, and React holds no text on its own. */
export async function expectWholePage(page: Page, what: string): Promise<void> {
  await expect(page.getByRole('heading', { name: /Oops|could not be loaded/ }), what).toHaveCount(0)
  const held = await page.evaluate(() => [...(Object(window).heldTexts as Set<string>)])
  expect(held, `${what}: texts that React would change or remove by themselves`).toEqual([])
}

/** Puts another text, within two elements, in the place of each, also of those that come later. */
function translate(): void {
  const isFont = (node: Node | null) => node instanceof HTMLElement && node.localName === 'font'
  // Texts that React holds as nodes: once they are replaced it works on what is not there any more.
  const heldTexts = new Set<string>()
  Object.assign(window, { heldTexts })

  const replace = (text: Text) => {
    const { parentElement: parent, data } = text
    if (data.trim() === '' || !(parent instanceof HTMLElement) || isFont(parent)) return
    if (parent.closest('head, script, style, textarea, [translate=no]') !== null) return
    if (Object.keys(text).some((key) => key.startsWith('__reactFiber$')))
      heldTexts.add(`${data} in ${parent.outerHTML}`)
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.append(data)
    outer.append(inner)
    text.replaceWith(outer)
  }
  const replaceIn = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts = root instanceof Text ? [root] : []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) replace(text)
  }
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === 'characterData' ? [target] : addedNodes) replaceIn(node)
  }).observe(document, { childList: true, subtree: true, characterData: true })
}
