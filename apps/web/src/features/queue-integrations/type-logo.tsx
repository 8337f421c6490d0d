import type { IntegrationType } from '@guiche/contract'
import { IconMessageChatbot, IconRobot, IconSchema, IconWebhook } from '@tabler/icons-react'
import styles from './queue-integrations.module.css'

const logos = {
  typebot: { Icon: IconRobot, name: 'Typebot' },
  n8n: { Icon: IconSchema, name: 'n8n' },
  webhook: { Icon: IconWebhook, name: 'Webhook' },
  dialogflow: { Icon: IconMessageChatbot, name: 'Dialogflow' },
} as const

/** Names of products, which are the same in every language. */
export const nameOfType = (type: IntegrationType): string => logos[type].name

export function TypeLogo({ type }: { type: IntegrationType }) {
  const { Icon, name } = logos[type]
  return (
    <span className={styles.logo} data-type={type}>
      <Icon size={20} stroke={1.6} aria-hidden />
      {name}
    </span>
  )
}
