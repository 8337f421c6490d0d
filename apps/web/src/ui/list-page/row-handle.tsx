import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './row-order.module.css'
import type { RowOrder } from './use-row-order.ts'

/** The grip at which a row is dragged, or moved by keys. */
export function RowHandle({ order, index, name }: { order: RowOrder; index: number; name: string }) {
  const { t } = useTranslation()
  const hint = useId()
  return (
    <>
      <ActionIcon
        size={28}
        className={styles.handle}
        aria-label={t('ui.order.move', { name })}
        aria-describedby={hint}
        {...order.handleOf(index)}
      >
        <IconGripVertical size={17} stroke={1.7} />
      </ActionIcon>
      <VisuallyHidden id={hint}>{t('ui.order.hint')}</VisuallyHidden>
    </>
  )
}

/** Tells screen readers where the carried row is. */
export function CarriedNotice({ order, names }: { order: RowOrder; names: string[] }) {
  const { t } = useTranslation()
  const { carried } = order
  return (
    <VisuallyHidden role="status">
      {carried && t('ui.order.at', { name: names[carried.from], place: carried.to + 1, count: names.length })}
    </VisuallyHidden>
  )
}
