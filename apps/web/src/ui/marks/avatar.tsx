import { rem } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './avatar.module.css'
import { ChannelMark, type ChannelName } from './channel-mark.tsx'
import { hueOf, initials } from './initials.ts'

interface Props {
  name: string
  size?: number
  /** URL of a photo; without one, or if it fails to load, initials are shown. */
  picture?: string | null | undefined
  channel?: ChannelName | undefined
  /** The connection, told with the channel. */
  connection?: string | undefined
  online?: boolean | undefined
}

/** A photo, or initials on one of eight colours derived from the name. */
export function Avatar({ name, size = 40, picture, channel, connection, online }: Props) {
  const { t } = useTranslation()
  const [broken, setBroken] = useState<string>()
  const hasPicture = Boolean(picture) && picture !== broken

  return (
    <span className={styles.avatar} style={{ '--size': rem(size), '--hue': hueOf(name) }}>
      <span className={styles.face}>
        {hasPicture && picture ? (
          <img src={picture} alt="" width={size} height={size} loading="lazy" onError={() => setBroken(picture)} />
        ) : (
          <span aria-hidden>{initials(name)}</span>
        )}
      </span>
      {channel && <ChannelMark channel={channel} of={connection} className={styles.mark} />}
      {online !== undefined && (
        <span
          className={styles.presence}
          data-online={online}
          role="img"
          aria-label={t(online ? 'ui.online' : 'ui.offline')}
        />
      )}
    </span>
  )
}

interface Person {
  id: number | string
  name: string
  picture?: string | null
}

export function AvatarStack({ people, size = 24, most = 4 }: { people: Person[]; size?: number; most?: number }) {
  const hidden = people.length - most
  return (
    <span className={styles.stack}>
      {people.slice(0, most).map(({ id, name, picture }) => (
        <span key={id} role="img" aria-label={name} title={name}>
          <Avatar name={name} size={size} picture={picture} />
        </span>
      ))}
      {hidden > 0 && (
        <span className={styles.more} style={{ '--size': rem(size) }}>
          +{hidden}
        </span>
      )}
    </span>
  )
}
