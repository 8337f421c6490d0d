import type { ContactView } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconBan, IconCircleCheck, IconEyeOff, IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { hasPhone, phoneText } from '../../lib/phone.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import styles from './contact-drawer.module.css'
import { isMasked } from './contact-values.ts'

interface Props {
  contact: ContactView
  onEdit: () => void
  onBlock: () => void
}

export function Person({ contact, onEdit, onBlock }: Props) {
  const { t } = useTranslation()
  const { name, urlPicture, channel, email, active } = contact
  return (
    <div className={styles.person}>
      <Avatar name={name} size={72} picture={urlPicture} channel={channel} />
      <p className={styles.name}>{name}</p>
      <Number contact={contact} />
      {email && <p className={styles.number}>{email}</p>}
      {!active && <p className={styles.blocked}>{t('contacts.drawer.blocked')}</p>}
      <div className={styles.buttons}>
        <Button size="xs" variant="default" leftSection={<IconPencil size={15} />} onClick={onEdit}>
          {t('ui.edit')}
        </Button>
        {active ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconBan size={15} />}
            className={styles.block ?? ''}
            onClick={onBlock}
          >
            {t('contacts.block.action')}
          </Button>
        ) : (
          <Button size="xs" variant="default" leftSection={<IconCircleCheck size={15} />} onClick={onBlock}>
            {t('contacts.unblock.action')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The number, masked with an explaining icon if the company hides numbers. Visitors of a web chat have none. */
function Number({ contact: { number, channel, isGroup } }: { contact: ContactView }) {
  const { t } = useTranslation()
  const phone = phoneText(number)
  if (isGroup || (channel === 'webchat' && !hasPhone(number))) return null
  return (
    <p className={styles.number}>
      {'text' in phone ? phone.text : t(phone.problem)}
      {isMasked(number) && <IconEyeOff size={14} stroke={1.8} role="img" aria-label={t('contacts.numberHidden')} />}
    </p>
  )
}
