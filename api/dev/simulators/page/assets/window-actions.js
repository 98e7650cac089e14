/** Has the buttons of a window do what their `data-do` says; tells below them what went wrong. */
export function handleButtons(actions) {
  document.addEventListener('click', async (event) => {
    const action = actions[event.target.closest('button')?.dataset.do]
    if (action === undefined) return
    // Of a form that is not for a server.
    event.preventDefault()
    try {
      await action()
    } catch (error) {
      document.querySelector('#news').textContent = error.message
    }
  })
  // The buttons are enabled only now, when the script can handle them.
  for (const button of document.querySelectorAll('button')) button.disabled = false
  document.querySelector('button')?.focus()
}
