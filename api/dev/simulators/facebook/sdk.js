// What https://connect.facebook.net/en_US/sdk.js is to a page: `FB`, with the login window.
{
  const script = document.currentScript.src
  let app

  window.FB = {
    init(options) {
      if (!options?.appId || !options.version) throw new Error('init not called with valid version')
      app = options
    },
    login(callback, { config_id: configId, response_type: type, extras = {} } = {}) {
      if (!app) throw new Error('FB.login() called before FB.init().')
      if (type !== 'code') throw new Error('Only codes are simulated')
      const url = new URL('dialog', script)
      url.search = new URLSearchParams({
        app_id: app.appId,
        config_id: configId,
        extras: JSON.stringify(extras),
        origin: location.origin,
      }).toString()
      const dialog = open(url.href, 'facebook', 'popup,width=600,height=700')
      const finish = (code) => {
        removeEventListener('message', receive)
        clearInterval(watch)
        callback(
          code === undefined
            ? { authResponse: null, status: 'unknown' }
            : { authResponse: { code }, status: 'connected' },
        )
      }
      const receive = ({ source, data }) => {
        if (source === dialog && data?.simulatedLogin) finish(data.simulatedLogin.code)
      }
      addEventListener('message', receive)
      // As the provider's: a closed window is an answer without a code.
      const watch = setInterval(() => {
        if (dialog === null || dialog.closed) finish()
      }, 300)
    },
  }
  window.fbAsyncInit?.()
}
