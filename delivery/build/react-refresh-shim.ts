import type { HtmlTagDescriptor } from '@rsbuild/core'

/**
 * Lets Fast Refresh reach components of remotes. Each remote has a refresh runtime of its own that
 * only sees the host's React through the DevTools hook; React's own stand-in hook forgets renderers.
 */
export const reactRefreshShim: HtmlTagDescriptor = {
  tag: 'script',
  head: true,
  append: false,
  children: `(() => {
  const w = window
  if (w.__REACT_DEVTOOLS_GLOBAL_HOOK__) return
  let id = 0
  w.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    renderers: new Map(), supportsFiber: true, isDisabled: false,
    inject(renderer) { id += 1; this.renderers.set(id, renderer); return id },
    onScheduleFiberRoot() {}, onCommitFiberRoot() {}, onCommitFiberUnmount() {},
  }
})()`,
}
