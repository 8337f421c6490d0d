// The part of the page that plays Meta.

import { byId, make } from '/frame.js'

const states = {
  PENDING: 'Em análise',
  APPROVED: 'Aprovado',
  REJECTED: 'Rejeitado',
  PAUSED: 'Pausado',
  DISABLED: 'Desativado',
}
const reasons = {
  INVALID_FORMAT: 'Formato inválido',
  INCORRECT_CATEGORY: 'Categoria errada',
  ABUSIVE_CONTENT: 'Conteúdo abusivo',
  PROMOTIONAL: 'Promocional',
  SCAM: 'Golpe',
}

/** What its buttons do. */
export function listenToMeta(post) {
  for (const button of document.querySelectorAll('[data-copies]'))
    button.onclick = async () => {
      const field = byId(button.dataset.copies)
      field.select()
      await navigator.clipboard.writeText(field.value)
      button.textContent = 'Copiado'
      setTimeout(() => (button.textContent = 'Copiar'), 1500)
    }
  const pass = (hours, words) => async () => {
    if (await post('/pass', { hours })) byId('passed').textContent = `${words} Recarregue o Guichê (F5).`
  }
  byId('pass-day').onclick = pass(25, 'Passaram 25 horas.')
  byId('pass-week').onclick = pass(8 * 24, 'Passaram 8 dias.')

  byId('quality').onchange = ({ target }) => post('/quality', { quality: target.value })
  byId('tier').onchange = ({ target }) => post('/tier', { tier: target.value })
  byId('name-refused').onchange = ({ target }) => post('/name', { isRefused: target.checked })
  const switches = { banned: '/ban', unpaid: '/unpaid', down: '/down', shares: '/share' }
  for (const [id, path] of Object.entries(switches))
    byId(id).onchange = ({ target }) => post(path, { isOn: target.checked })
  const deeds = {
    restrict: '/restrict',
    warn: '/warn',
    revoke: '/token',
    narrow: '/narrow',
    uninstall: '/uninstall',
    password: '/password',
    unallow: '/unallow',
    remove: '/remove',
    history: '/history',
  }
  for (const [id, path] of Object.entries(deeds)) byId(id).onclick = () => post(path)
  byId('contact').onclick = ({ target }) => post('/contact', { isSaved: target.dataset.saved !== 'yes' })
  for (const button of document.querySelectorAll('[data-refuses]'))
    button.onclick = async () => {
      const of = button.dataset.refuses
      const select = byId(`next-${of}`)
      const { label } = select.selectedOptions[0]
      if (await post('/next', { of, what: select.value }))
        byId('refusing').textContent = `O próximo envio ${of === 'number' ? 'do número' : 'da página'}: ${label}.`
    }
}

export function showMeta({ number, phone, troubles, templates }, post) {
  byId('number-state').textContent = number.isConnected
    ? `${number.display}, conectado ao Guichê.`
    : `${number.display}, ainda não conectado ao Guichê.`
  fill('number-id', number.id)
  fill('account-id', number.accountId)
  fill('token', troubles.token)
  showPhoneOfShop(phone)
  showTroubles(troubles)
  showTemplates(templates, post)
}

const fill = (id, value) => (byId(id).value = value)

/** A choice that somebody is about to change stays as they see it. */
const choose = (id, value) => {
  if (document.activeElement !== byId(id)) byId(id).value = value
}

function showPhoneOfShop(phone) {
  byId('phone-state').textContent = phone.isConnected
    ? `${phone.display}, conectado ao Guichê.`
    : `${phone.display}, ainda não conectado ao Guichê.`
  fill('phone-id', phone.id)
  fill('phone-account-id', phone.accountId)
  byId('phone-past').textContent =
    `O celular tem ${phone.chats} conversas de ${phone.days} dias, com ${phone.messages} mensagens, e ${phone.contacts} contatos.`
  byId('phone-asked').textContent = phone.isAsked
    ? 'O Guichê pediu o histórico e os contatos, e o celular respondeu.'
    : 'Depois de conectado, o Guichê pede o histórico e os contatos ao celular.'
  byId('shares').checked = phone.sharesHistory
  byId('history').disabled = !phone.isAsked
  byId('contact').textContent = `${phone.isFriendSaved ? 'Remover' : 'Salvar'} o contato ${phone.friend}`
  byId('contact').dataset.saved = phone.isFriendSaved ? 'yes' : 'no'
}

function showTroubles(troubles) {
  choose('quality', troubles.quality)
  choose('tier', troubles.tier)
  byId('name-refused').checked = troubles.isNameRefused
  byId('banned').checked = troubles.isBanned
  byId('unpaid').checked = troubles.cannotPay
  byId('down').checked = troubles.isDown
  byId('restricted').textContent = troubles.isRestricted ? 'A conta está restrita: nada sai até o minuto passar.' : ''
  for (const [of, list] of Object.entries(troubles.refusals)) {
    const select = byId(`next-${of}`)
    if (select.options.length > 0) continue
    select.append(...list.map(({ what, label }) => make('option', { value: what, textContent: label })))
  }
}

let shown = ''
function showTemplates(templates, post) {
  const now = JSON.stringify(templates)
  if (now === shown) return
  shown = now
  byId('no-templates').hidden = templates.length > 0
  byId('templates').replaceChildren(...templates.map((template) => templateCard(template, post)))
}

function templateCard({ id, name, language, status, reason, text }, post) {
  const select = make(
    'select',
    { ariaLabel: `Motivo para rejeitar ${name}` },
    ...Object.entries(reasons).map(([value, textContent]) => make('option', { value, textContent })),
  )
  const button = (textContent, verdict) =>
    make('button', {
      textContent,
      ariaLabel: `${textContent} ${name}`,
      onclick: () => post('/review', { id, verdict, ...(verdict === 'reject' && { reason: select.value }) }),
    })
  const why = status === 'REJECTED' ? `: ${(reasons[reason] ?? reason).toLowerCase()}` : ''
  return make(
    'article',
    { className: 'part stack', ariaLabel: `Modelo ${name}` },
    make('p', {}, make('b', { textContent: name }), ` (${language})`),
    make('p', { className: 'state', textContent: `${states[status] ?? status}${why}` }),
    make('p', { className: 'quiet', textContent: text }),
    make('div', { className: 'row small' }, button('Aprovar', 'approve'), button('Pausar', 'pause')),
    make('div', { className: 'row small' }, select, button('Rejeitar', 'reject')),
  )
}
