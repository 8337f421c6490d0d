// The phones of the customers, and what the shop answers without the product.

import { base64Of, byId, footOf, make } from '/frame.js'

const places = {
  whatsapp: 'WhatsApp',
  messenger: 'Messenger, na página da loja',
  instagram: 'Instagram da loja',
}
const unheard = {
  whatsapp: 'O número ainda não está conectado ao Guichê: o que você escrever se perde.',
  messenger: 'A página ainda não está conectada ao Guichê: o que você escrever se perde.',
  instagram: 'A conta ainda não está conectada ao Guichê: o que você escrever se perde.',
}

const phones = new Map()

export function showPhone(view, post) {
  const phone = phoneOf(view, post)
  phone.about.textContent = [places[view.place], view.about].filter(Boolean).join(' · ')
  phone.notice.textContent = view.isHeard ? '' : unheard[view.place]
  phone.notice.hidden = view.isHeard
  phone.isOn.checked = view.isOn
  phone.fails.checked = view.isFailing
  const now = JSON.stringify(view.messages)
  if (now === phone.shown) return
  phone.shown = now
  phone.talk.replaceChildren(...view.messages.map((message) => bubble(phone, message)))
  phone.talk.scrollTop = phone.talk.scrollHeight
}

/** The elements of a customer's phone, created once. */
function phoneOf(view, post) {
  const { name, deeds, outside } = view
  const known = phones.get(name)
  if (known) return known
  const act = (action, body) => post(`/${action}/${encodeURIComponent(name)}`, body)
  const phone = { name, deeds, outside, act, shown: '' }
  phone.talk = make('div', { className: 'talk', role: 'log', ariaLabel: `Conversa de ${name}`, tabIndex: 0 })
  phone.about = make('p', { className: 'quiet' })
  phone.notice = make('p', { role: 'status', className: 'quiet' })
  phone.isOn = switchOf(({ target }) => act('turn', { isOn: target.checked }))
  phone.fails = switchOf(({ target }) => act('fail', { isOn: target.checked }))
  byId('phones').append(
    make(
      'section',
      { ariaLabel: `Celular de ${name}` },
      make('div', {}, make('h3', { textContent: name }), phone.about),
      phone.notice,
      phone.talk,
      ...writingOf(phone),
      ...sendingOf(phone, view.kinds),
      ...(outside ? [outsideOf(phone)] : []),
      make('label', { className: 'check' }, phone.isOn, 'Celular ligado'),
      make('label', { className: 'check' }, phone.fails, 'O que a loja escreve não chega'),
    ),
  )
  phones.set(name, phone)
  return phone
}

const switchOf = (onchange) => make('input', { type: 'checkbox', onchange })

/** A field that writes, or changes or answers a message after its button was pressed. */
function fieldOf({ label, verb, write }) {
  const field = make('input', { type: 'text', placeholder: 'Mensagem', ariaLabel: label })
  const submit = make('button', { className: 'main', textContent: verb })
  const what = make('span', {})
  const stop = make('button', { type: 'button', textContent: 'Cancelar' })
  const doing = make('p', { className: 'quiet doing', hidden: true }, what, stop)
  const form = make('form', { className: 'beside' }, field, submit)
  let other
  const begin = (begun) => {
    other = begun
    doing.hidden = begun === undefined
    what.textContent = begun?.what ?? ''
    submit.textContent = begun?.verb ?? verb
    if (!begun) return
    if (begun.text !== undefined) field.value = begun.text
    field.focus()
  }
  stop.onclick = () => {
    field.value = ''
    begin(undefined)
  }
  form.onsubmit = async (event) => {
    event.preventDefault()
    const text = field.value.trim()
    if (text === '') return
    field.value = ''
    const begun = other
    begin(undefined)
    await (begun?.write ?? write)(text)
  }
  return { parts: [doing, form], begin }
}

function writingOf(phone) {
  const { name, act } = phone
  const { parts, begin } = fieldOf({
    label: `Mensagem de ${name}`,
    verb: 'Enviar',
    write: (text) => act('write', { text }),
  })
  phone.edit = (id, text) =>
    begin({ what: 'Corrigindo', verb: 'Corrigir', text, write: (now) => act('edit', { id, text: now }) })
  phone.reply = (id, text) =>
    begin({ what: `Respondendo: ${text}`, verb: 'Enviar', write: (now) => act('write', { text: now, replyTo: id }) })
  return parts
}

function sendingOf({ name, deeds, act }, kinds) {
  const chosen = make('input', { type: 'file', hidden: true })
  chosen.onchange = async () => {
    const [file] = chosen.files
    if (!file) return
    const mimetype = file.type || 'application/octet-stream'
    await act('send', { base64: await base64Of(file), mimetype, fileName: file.name })
    chosen.value = ''
  }
  const button = (textContent, onclick) =>
    make('button', { type: 'button', textContent, ariaLabel: `${textContent} de ${name}`, onclick })
  const kind = make(
    'select',
    { ariaLabel: `O que mais ${name} manda` },
    ...kinds.map((one) => make('option', { value: one.kind, textContent: one.label })),
  )
  return [
    make(
      'div',
      { className: 'row small' },
      button('Foto', () => act('sample', { sample: 'picture' })),
      button('Voz', () => act('sample', { sample: 'voice' })),
      button('Arquivo', () => chosen.click()),
      ...(deeds.includes('place') ? [button('Local', () => act('place'))] : []),
      ...(deeds.includes('card') ? [button('Contato', () => act('card'))] : []),
      button('Ler tudo', () => act('read')),
    ),
    make(
      'div',
      { className: 'beside' },
      kind,
      button('Mandar', () => act('kind', { kind: kind.value })),
    ),
    chosen,
  ]
}

/** What somebody of the shop writes on their phone, in an inbox of Meta, or in another program. */
function outsideOf(phone) {
  const { name, outside, act } = phone
  const place = make(
    'select',
    { ariaLabel: `Onde a loja responde a ${name}` },
    ...Object.entries(outside.places).map(([value, textContent]) => make('option', { value, textContent })),
  )
  const { parts, begin } = fieldOf({
    label: `Resposta da loja a ${name}`,
    verb: 'Responder',
    write: (text) => act('answer', { place: place.value, text }),
  })
  const details = make(
    'details',
    {},
    make('summary', { textContent: 'A loja responde fora do Guichê' }),
    make(
      'div',
      { className: 'stack' },
      place,
      ...parts,
      make(
        'div',
        { className: 'row small' },
        make('button', {
          type: 'button',
          textContent: 'Foto',
          ariaLabel: `Foto da loja a ${name}`,
          onclick: () => act('answer-picture', { place: place.value }),
        }),
      ),
    ),
  )
  phone.editOutside = (id, text) => {
    details.open = true
    begin({ what: 'Corrigindo', verb: 'Corrigir', text, write: (now) => act('answer-edit', { id, text: now }) })
  }
  return details
}

function bubble(phone, message) {
  const { id, isOwn, text, mimetype, fileName, note, choices } = message
  const said = make('div', { className: isOwn ? 'said own' : 'said' })
  const path = `/file/${encodeURIComponent(phone.name)}/${encodeURIComponent(id)}`
  if (mimetype?.startsWith('image/')) said.append(make('img', { src: path, alt: text || 'Imagem' }))
  else if (mimetype?.startsWith('audio/')) said.append(make('audio', { src: path, controls: true }))
  else if (mimetype?.startsWith('video/')) said.append(make('video', { src: path, controls: true }))
  else if (mimetype) said.append(make('a', { href: path, target: '_blank', textContent: fileName ?? 'Abrir arquivo' }))
  if (text) said.append(make('span', { textContent: text }))
  else if (!mimetype) said.append(make('i', { textContent: note || 'sem texto' }))
  if (choices.length > 0)
    said.append(
      make(
        'div',
        { className: 'row' },
        ...choices.map((choice) =>
          make('button', {
            className: 'choice',
            textContent: choice,
            onclick: () => phone.act('choose', { id, choice }),
          }),
        ),
      ),
    )
  said.append(footOf(message), make('div', { className: 'row' }, ...deedsOn(phone, message)))
  return said
}

function deedsOn(phone, message) {
  const { id, isOwn, isTyped, text, note, mimetype, reaction, isFromOutside } = message
  const { act, deeds, outside } = phone
  const named = text || 'arquivo'
  const button = (textContent, ariaLabel, onclick, more = {}) =>
    make('button', { type: 'button', textContent, ariaLabel, onclick, ...more })
  const reply = button('Responder', `Responder: ${named}`, () => phone.reply(id, named))
  if (isOwn) {
    const isGone = note === 'apagada'
    return [
      ...(isGone ? [] : [reply]),
      ...(deeds.includes('edit') && isTyped ? [button('Editar', `Editar: ${text}`, () => phone.edit(id, text))] : []),
      ...(deeds.includes('revoke') && !isGone
        ? [button('Apagar', `Apagar: ${named}`, () => act('revoke', { id }))]
        : []),
    ]
  }
  return [
    reply,
    ...['👍', '❤️'].map((emoji) =>
      button(emoji, `Reagir com ${emoji}`, () => act('react', { id, emoji }), {
        ariaPressed: String(reaction === emoji),
      }),
    ),
    ...(deeds.includes('listen') && mimetype?.startsWith('audio/')
      ? [button('Marcar como ouvida', 'Marcar como ouvida', () => act('listen', { id }))]
      : []),
    ...(isFromOutside && outside.edits && text
      ? [button('Corrigir', `Corrigir pela loja: ${text}`, () => phone.editOutside(id, text))]
      : []),
    ...(isFromOutside && outside.revokes
      ? [button('Apagar', `Apagar pela loja: ${named}`, () => act('answer-revoke', { id }))]
      : []),
  ]
}
