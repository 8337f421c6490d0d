import { videoHost } from '@guiche/contract'
import { type RefObject, useEffect, useRef, useState } from 'react'

/** In ms. A player that has not answered by then is said to be unreachable; if it answers later, it is shown. */
const patience = 10_000
const askEvery = 300

type State = 'loading' | 'ready' | 'failed'

interface Player {
  frame: RefObject<HTMLIFrameElement | null>
  state: State
}

/**
 * Whether the player in the frame is there. A page is not told whether a frame of another host was loaded, and without
 * the internet the frame would show an error of the browser. The player, however, answers whoever asks to listen to it.
 */
export function usePlayer(): Player {
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<State>(navigator.onLine ? 'loading' : 'failed')

  useEffect(() => {
    const hear = ({ origin, source }: MessageEvent) => {
      if (origin === videoHost && source === frame.current?.contentWindow) setState('ready')
    }
    // To whatever page is in the frame: an error page of the browser has no address that could be named.
    const ask = () => frame.current?.contentWindow?.postMessage(question, '*')
    addEventListener('message', hear)
    const asking = setInterval(ask, askEvery)
    const waiting = setTimeout(() => setState((now) => (now === 'loading' ? 'failed' : now)), patience)
    return () => {
      removeEventListener('message', hear)
      clearInterval(asking)
      clearTimeout(waiting)
    }
  }, [])

  return { frame, state }
}

/** Of the host's interface for pages that embed its player. */
const question = JSON.stringify({ event: 'listening', id: 1, channel: 'widget' })
