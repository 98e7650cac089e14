// The toast library writes one style element, while it is evaluated. Our content security policy
// refuses that unless the element carries the document's nonce; the edge ships it empty, and this
// module, imported before any other, hands the nonce on.
const style = document.getElementById('_goober')
if (style !== null) Object.assign(window, { __nonce__: style.nonce })

export {}
