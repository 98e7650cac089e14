import './bare-texts.ts'

// Stand-ins for what jsdom lacks.

// Components test for reduced motion.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList

// Without layout, sizes never change.
window.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

for (const [name, standIn] of Object.entries({
  scrollIntoView: () => {},
  getAnimations: () => [],
  checkVisibility(this: Element) {
    return this.closest('[hidden]') === null
  },
})) {
  if (!(name in Element.prototype)) Object.assign(Element.prototype, { [name]: standIn })
}

// jsdom has dialogs but not their modal behaviour.
if (!('showModal' in HTMLDialogElement.prototype)) {
  Object.assign(HTMLDialogElement.prototype, {
    show(this: HTMLDialogElement) {
      this.open = true
    },
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close(this: HTMLDialogElement) {
      this.open = false
      // As in browsers, where it may be open again by then.
      queueMicrotask(() => this.dispatchEvent(new Event('close')))
    },
  })
}

if (!('showPopover' in HTMLElement.prototype)) {
  const open = new WeakSet<HTMLElement>()
  const set = (element: HTMLElement, isOpen: boolean) => {
    if (open.has(element) === isOpen) return
    if (isOpen) open.add(element)
    else open.delete(element)
    // jsdom's own style sheet hides every popover.
    element.style.display = isOpen ? 'block' : ''
    const newState = isOpen ? 'open' : 'closed'
    element.dispatchEvent(Object.assign(new Event('toggle'), { newState }))
  }
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      set(this, true)
    },
    hidePopover(this: HTMLElement) {
      set(this, false)
    },
  })
  document.addEventListener('click', ({ target }) => {
    const id = (target as Element).closest('[popovertarget]')?.getAttribute('popovertarget')
    const panel = id ? document.getElementById(id) : null
    if (panel !== null) set(panel, !open.has(panel))
  })
}
