// What pages use of Meta's script: FB.init and FB.login, which opens the window and calls back with its answer.
;(() => {
  const graph = 'GRAPH_URL'
  let settings = { appId: '', version: 'v25.0' }

  function init(options) {
    settings = { ...settings, ...options }
  }

  function login(callback, options = {}) {
    const url = new URL(`${graph}/${settings.version}/dialog/oauth`)
    const sent = {
      client_id: settings.appId,
      scope: options.scope,
      config_id: options.config_id,
      response_type: options.override_default_response_type ? options.response_type : undefined,
      extras: options.extras && JSON.stringify(options.extras),
    }
    for (const [name, value] of Object.entries(sent)) if (value !== undefined) url.searchParams.set(name, value)
    const opened = window.open(url, 'facebook-login', 'width=600,height=700')
    let isDone = false
    const finish = (response) => {
      if (isDone) return
      isDone = true
      window.removeEventListener('message', hear)
      clearInterval(watch)
      callback(response)
    }
    const hear = ({ origin, source, data }) => {
      if (origin !== graph || source !== opened || data?.type !== 'FB_LOGIN') return
      finish(data.response)
    }
    // A window that was closed by hand is an answer too.
    const watch = setInterval(() => opened?.closed && finish({ status: 'unknown', authResponse: null }), 500)
    window.addEventListener('message', hear)
  }

  window.FB = { init, login }
  window.fbAsyncInit?.()
})()
