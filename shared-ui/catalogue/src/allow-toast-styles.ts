// As in the product: the toast library recreates its style element while it is evaluated, with this
// nonce.
const style = document.getElementById('_goober')
if (style !== null) Object.assign(window, { __nonce__: style.nonce })

export {}
