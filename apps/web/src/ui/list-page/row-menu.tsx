import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../page/page.module.css'

interface Props {
  /** The row's name for accessible labels. */
  name: string
  /** Of rows that are only looked at. */
  onShow?: (() => void) | undefined
  onEdit?: (() => void) | undefined
  onDelete?: (() => void) | undefined
  /** `Menu.Item`s of less frequent actions. */
  children?: ReactNode
}

/** Edit has its own button; rare or dangerous actions are in the menu with a label. */
export function RowMenu({ name, onShow, onEdit, onDelete, children }: Props) {
  const { t } = useTranslation()
  return (
    <div className={styles.row}>
      {onShow && (
        <ActionIcon size={28} aria-label={t('ui.row.show', { name })} onClick={onShow}>
          <IconEye size={17} stroke={1.7} />
        </ActionIcon>
      )}
      {onEdit && (
        <ActionIcon size={28} aria-label={t('ui.row.edit', { name })} onClick={onEdit}>
          <IconPencil size={17} stroke={1.7} />
        </ActionIcon>
      )}
      {(onDelete || children) && (
        <Menu>
          <Menu.Target>
            <ActionIcon size={28} aria-label={t('ui.row.more', { name })}>
              <IconDots size={17} stroke={1.7} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {children}
            {onDelete && (
              <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={onDelete}>
                {t('ui.delete')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}
