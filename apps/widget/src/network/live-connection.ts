import type { WebChatClientEvents, WebChatServerEvents } from '@guiche/contract'
import { pauseAfter } from './pause.ts'

interface Handlers extends WebChatServerEvents {
  /** Connected or reconnected: events in between were missed. */
  up: () => void
  /** `tries`: failed attempts since the last connection. */
  down: (tries: number) => void
  /** The server refused this visitor. */
  refused: () => void
}

export interface LiveConnection {
  open: () => void
  close: () => void
  /** Events are not queued while offline: what matters is sent again after each connect. */
  emit: <E extends keyof WebChatClientEvents>(event: E, what: Parameters<WebChatClientEvents[E]>[0]) => boolean
}

const namespace = '/web-chat,'

/**
 * The live connection, which reconnects by itself. It implements only the parts of Socket.IO (protocol 5 in Engine.IO
 * 4) that text over a WebSocket needs: the client library alone would take half of the widget's 30 kB.
 */
export function createLiveConnection(origin: string, auth: () => object, steps: Handlers): LiveConnection {
  const address = `${origin.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`
  let socket: WebSocket | undefined
  let isUp = false
  let tries = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let timeout = 30_000
  return { open, close, emit }

  function open(): void {
    if (socket) return
    clearTimeout(retry)
    const opened = new WebSocket(address)
    socket = opened
    opened.onmessage = ({ data }) => socket === opened && receive(String(data))
    opened.onclose = () => socket === opened && lose()
    listen()
  }

  function close(): void {
    clearTimeout(retry)
    clearTimeout(silence)
    const closed = socket
    socket = undefined
    isUp = false
    tries = 0
    closed?.close()
  }

  function emit<E extends keyof WebChatClientEvents>(event: E, what: Parameters<WebChatClientEvents[E]>[0]): boolean {
    if (isUp) socket?.send(`42${namespace}${JSON.stringify([event, what])}`)
    return isUp
  }

  function lose(): void {
    const failed = tries
    close()
    tries = failed + 1
    steps.down(failed)
    retry = setTimeout(open, pauseAfter(failed, 10_000))
  }

  /** The server sends pings. A connection without any is dead, even if the browser reports it open. */
  function listen(): void {
    clearTimeout(silence)
    silence = setTimeout(lose, timeout)
  }

  function receive(frame: string): void {
    listen()
    if (frame === '2') return socket?.send('3')
    if (frame.startsWith('0')) return onHandshake(JSON.parse(frame.slice(1)))
    const [, type, body = ''] = /^4(\d)\/web-chat,(.*)$/s.exec(frame) ?? []
    if (type === '0') return connected()
    if (type === '2') return dispatch(JSON.parse(body))
    if (type === '4') steps.refused()
    if (type === '1' || type === '4' || frame === '1') lose()
  }

  function onHandshake({ pingInterval, pingTimeout }: { pingInterval: number; pingTimeout: number }): void {
    timeout = pingInterval + pingTimeout
    socket?.send(`40${namespace}${JSON.stringify(auth())}`)
  }

  function connected(): void {
    isUp = true
    tries = 0
    steps.up()
  }

  function dispatch([event, what]: {
    [E in keyof WebChatServerEvents]: [E, ...Parameters<WebChatServerEvents[E]>]
  }[keyof WebChatServerEvents]): void {
    if (event === 'message') steps.message(what)
    if (event === 'ack') steps.ack(what)
    if (event === 'typing') steps.typing(what)
    if (event === 'status') steps.status(what)
  }
}
