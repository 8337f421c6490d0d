import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './order.module.css'

/** The grip at which a row is dragged, or moved by keys. */
export function RowHandle({ ref, name }: { ref: (element: Element | null) => void; name: string }) {
  const { t } = useTranslation()
  const hint = useId()
  return (
    <>
      <ActionIcon
        ref={ref}
        size={28}
        className={styles.handle}
        aria-label={t('ui.order.move', { name })}
        aria-roledescription={t('ui.order.handle')}
        aria-describedby={hint}
      >
        <IconGripVertical size={17} stroke={1.7} />
      </ActionIcon>
      <VisuallyHidden id={hint}>{t('ui.order.hint')}</VisuallyHidden>
    </>
  )
}
