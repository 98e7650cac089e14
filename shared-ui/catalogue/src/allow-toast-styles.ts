// As in the product: the toast library makes its style element anew while it is evaluated, with
// this nonce.
const style = document.getElementById('_goober')
if (style !== null) Object.assign(window, { __nonce__: style.nonce })

export {}
