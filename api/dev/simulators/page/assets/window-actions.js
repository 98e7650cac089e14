/** Runs the action that a button names by `data-do`; shows below the buttons why one failed. */
export function handleButtons(actions) {
  document.addEventListener('click', async (event) => {
    const action = actions[event.target.closest('button')?.dataset.do]
    if (action === undefined) return
    // The forms are not submitted to a server.
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
