import { expect, type BrowserContext, type Page } from 'playwright/test'

/** Translates every following page of this browser as Chrome does. */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(translate)
}

/** Expects a translated page to work: no error page, and no text node managed by React. */
export async function expectWholePage(page: Page, what: string): Promise<void> {
  await expect(page.getByRole('heading', { name: /Oops|could not be loaded/ }), what).toHaveCount(0)
  const held = await page.evaluate(() => [...(Object(window).heldTexts as Set<string>)])
  expect(held, `${what}: texts that React would change or remove by themselves`).toEqual([])
}

/** Replaces each text by another inside two elements, also texts that appear later. */
function translate(): void {
  const isFont = (node: Node | null) => node instanceof HTMLElement && node.localName === 'font'
  // Text nodes managed by React: once replaced, React updates nodes that are gone.
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
