import { webAddress } from '../address.ts'
import { useWindow } from './context.ts'

/** A photo, or initials on a colour derived from the name. */
export function Avatar({ size, isOnline }: { size: number; isOnline?: boolean }) {
  const { chat, state } = useWindow()
  const { attendant, companyName = '' } = state.info ?? {}
  const name = attendant?.name ?? companyName
  const photo = attendant?.avatarUrl
  return (
    <span class="avatar" aria-hidden style={{ '--size': `${size}px`, '--hue': hueOf(name) }}>
      {photo ? <img src={webAddress(photo, chat.origin)} alt="" /> : <span>{initials(name)}</span>}
      {isOnline !== undefined && <i data-online={isOnline} />}
    </span>
  )
}

function initials(name: string): string {
  const words = name.split(/[\s._]+/).filter((word) => /^\p{L}/u.test(word))
  return [words[0] ?? name.trim(), words.length > 1 ? words.at(-1) : '']
    .map((word = '') => Array.from(word)[0] ?? '')
    .join('')
    .toUpperCase()
}

function hueOf(name: string): number {
  return (Array.from(name).reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 997, 7) % 8) * 45
}
