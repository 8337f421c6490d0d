import { rem } from '@mantine/core'
import { IconBrandFacebookFilled, IconBrandInstagram, IconBrandWhatsapp, IconWorld } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './channel-mark.module.css'

const channels = {
  whatsapp: { color: '#1da851', icon: IconBrandWhatsapp },
  instagram: { color: '#c13584', icon: IconBrandInstagram },
  facebook: { color: '#1877f2', icon: IconBrandFacebookFilled },
  webchat: { color: '#5b6b64', icon: IconWorld },
}
export type ChannelName = keyof typeof channels

interface Props {
  channel: ChannelName
  /** The connection. */
  of?: string | undefined
  className?: string | undefined
  size?: number
}

/** The channel's icon in its colour, 16 px, with its name for screen readers. */
export function ChannelMark({ channel, of, className = '', size = 16 }: Props) {
  const { t } = useTranslation()
  const { color, icon: Icon } = channels[channel]
  const name = t(`ui.channels.${channel}`)
  const label = of ? `${name} · ${of}` : name
  return (
    <span
      className={`${styles.mark} ${className}`}
      style={{ background: color, width: rem(size), height: rem(size) }}
      role="img"
      aria-label={label}
      title={label}
    >
      <Icon size={size * 0.72} stroke={2.2} />
    </span>
  )
}
