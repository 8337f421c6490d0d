import type { TargetedKeyboardEvent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useWindow } from './context.ts'

const all = '😀😂🙂😉😊😍😘😎🤔😅😢😭😡😱🥳🙏👍👎👏👋🤝💪👌🤷🔥🎉❤💚✅❌⭐📷📦🚚💳🏠📍📞🕐☕'
const emoji = Array.from(all)
const columns = 8
const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }

/** A small set of emoji for desktop keyboards; phones have their own. */
export function EmojiBoard({ onPick, onClose }: { onPick: (sign: string) => void; onClose: () => void }) {
  const { t } = useWindow()
  const board = useRef<HTMLDivElement>(null)
  useEffect(() => board.current?.querySelector('button')?.focus(), [])

  function move(event: TargetedKeyboardEvent<HTMLDivElement>) {
    if (event.key === 'Escape') {
      event.stopPropagation()
      return onClose()
    }
    const step = steps[event.key]
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const at = buttons.findIndex((button) => button === event.target)
    if (!step) return
    event.preventDefault()
    buttons[at + step]?.focus()
  }

  return (
    <div ref={board} class="emoji" role="group" aria-label={t('emoji')} onKeyDown={move}>
      {emoji.map((sign, at) => (
        <button key={sign} type="button" tabIndex={at ? -1 : 0} onClick={() => onPick(sign)}>
          {sign}
        </button>
      ))}
    </div>
  )
}
