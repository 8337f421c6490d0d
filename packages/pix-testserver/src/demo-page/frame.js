// What the pages have in common that play somebody outside of the product. Each has one element with role=alert.

export const byId = (id) => document.getElementById(id)

/** A new element, with its properties and what it contains. */
export function make(tag, props = {}, ...children) {
  const element = Object.assign(document.createElement(tag), props)
  element.append(...children)
  return element
}

/** Asks the page's server to do something. Undefined: it refused, and the page says why, in words of its own if it has some. */
export async function send(path, body, { type = 'application/json', words = ({ error }) => error } = {}) {
  const alert = document.querySelector('[role=alert]')
  alert.hidden = true
  const answer = await fetch(path, { method: 'POST', headers: { 'content-type': type }, body })
  const result = await answer.json()
  if (answer.ok) return result
  alert.textContent = words(result)
  alert.hidden = false
  return undefined
}

export const sendJson = (path, body = {}, options) => send(path, JSON.stringify(body), options)

/** What is dropped on an element, as long as it is a file. */
export function takeDrops(element, take) {
  element.addEventListener('dragover', (event) => {
    event.preventDefault()
    element.classList.add('over')
  })
  element.addEventListener('dragleave', () => element.classList.remove('over'))
  element.addEventListener('drop', (event) => {
    event.preventDefault()
    element.classList.remove('over')
    const [file] = event.dataTransfer.files
    if (file) take(file)
  })
}

/** Shows the state of the server again and again, as long as the page is open. */
export function keepShowing(show) {
  void show()
    .catch(() => undefined)
    .finally(() => setTimeout(() => keepShowing(show), 700))
}

/** A file in the letters of base64, for JSON. */
export async function base64Of(file) {
  let binary = ''
  for (const byte of new Uint8Array(await file.arrayBuffer())) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** A button that records, and hands over the recording when it is pressed again. */
export function recordingButton(label, take) {
  const button = make('button', { type: 'button', textContent: 'Voz', title: label, ariaLabel: label })
  let recorder
  button.onclick = async () => {
    if (recorder) return recorder.stop()
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    const type = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus'].find((one) => MediaRecorder.isTypeSupported(one))
    recorder = new MediaRecorder(stream, { mimeType: type })
    const parts = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    recorder.onstop = () => {
      for (const track of stream.getTracks()) track.stop()
      recorder = undefined
      button.textContent = 'Voz'
      take(new File(parts, 'voz', { type: type.split(';')[0] }))
    }
    recorder.start()
    button.textContent = 'Parar'
  }
  return button
}

/** Whose message it is, when it was written, and its ticks. */
export function footOf({ at, note, progress }) {
  const marks = { sent: '✓', delivered: '✓✓', read: '✓✓', played: '✓✓', failed: '!' }
  const time = new Date(at).toLocaleTimeString('pt-BR', { hour: '2-digit', minute: '2-digit' })
  const foot = make('small', { textContent: `${note ? `${note} · ` : ''}${time} ` })
  if (progress)
    foot.append(
      make('b', {
        className: progress === 'read' || progress === 'played' ? 'read' : '',
        textContent: marks[progress],
        title: progress,
      }),
    )
  return foot
}
