export interface Reply<T> {
  /** 0: no answer came. */
  status: number
  answer?: T
  /** The code of a refusal. */
  error?: string
  /** How long to wait before the next request, in ms (Retry-After). */
  after?: number
}

interface Options {
  method?: 'GET' | 'POST'
  secret?: string | undefined
  body?: object
  onProgress?: (share: number) => void
}

/** One call. Never throws; a lost connection is status 0. XMLHttpRequest, because fetch reports no upload progress. */
export function request<T>(url: string, { method = 'GET', secret, body, onProgress }: Options): Promise<Reply<T>> {
  return new Promise((resolve) => {
    const call = new XMLHttpRequest()
    call.open(method, url)
    call.timeout = body instanceof FormData ? 600_000 : 20_000
    if (secret) call.setRequestHeader('Authorization', `Bearer ${secret}`)
    if (onProgress) call.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    call.onloadend = () => resolve(readReply<T>(call))
    if (!body || body instanceof FormData) return call.send(body)
    call.setRequestHeader('Content-Type', 'application/json')
    call.send(JSON.stringify(body))
  })
}

function readReply<T>(call: XMLHttpRequest): Reply<T> {
  const { status, responseText } = call
  const after = Number(call.getResponseHeader('Retry-After')) * 1000
  const reply: Reply<T> = after > 0 ? { status, after } : { status }
  try {
    const answer = JSON.parse(responseText)
    return status < 400 ? { ...reply, answer } : { ...reply, error: String(answer.error) }
  } catch {
    return status < 400 ? { status: 0 } : reply
  }
}
