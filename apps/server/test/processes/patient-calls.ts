import { setTimeout as pause } from 'node:timers/promises'

// Untyped, like the answers that an outside client sees.
// oxlint-disable-next-line typescript/no-explicit-any
export type Said = any

export interface Question {
  token?: string
  body?: object | undefined
  file?: { name: string; type: string; data: Buffer } | undefined
}

/** Repeats calls until they succeed. */
export interface PatientCalls {
  ask(method: string, path: string, question?: Question): Promise<Said>
  /** Unexpected answers to valid calls: all but 2xx, 429 and 503 `ERR_BUSY`. */
  strange: string[]
}

export function createPatientCalls(url: string, timeout = 120_000): PatientCalls {
  const strange: string[] = []
  return { ask, strange }

  async function ask(method: string, path: string, { token, body, file }: Question = {}): Promise<Said> {
    const until = performance.now() + timeout
    for (;;) {
      const answer = await attempt(method, path, contentOf(token, body, file))
      if ('said' in answer) return answer.said
      if (performance.now() > until) throw new Error(`${method} ${path} was never answered with yes: ${answer.refused}`)
      await pause(100)
    }
  }

  async function attempt(method: string, path: string, content: RequestInit) {
    const { status, text } = await fetch(url + path, { method, ...content })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      // A broken connection counts as no answer.
      .catch((error: unknown) => ({ status: 0, text: String(error) }))
    if (status >= 200 && status < 300) return { said: JSON.parse(text) as Said }
    const refused = `${method} ${path} answered ${status} ${text}`
    if (status >= 400 && status < 500 && status !== 429) throw new Error(refused)
    if (status >= 500 && !(status === 503 && text.includes('ERR_BUSY'))) strange.push(refused)
    return { refused }
  }
}

function contentOf(token: string | undefined, body: object | undefined, file: Question['file']): RequestInit {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  if (!body) return { headers }
  if (!file) return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.append(name, String(value))
  form.append('medias', new Blob([new Uint8Array(file.data)], { type: file.type }), file.name)
  return { headers, body: form }
}
