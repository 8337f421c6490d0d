import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { HereMark } from './here-mark.tsx'
import { type EditedOption, type OptionErrors, leadsOn } from './menu-tree.ts'
import styles from './menu.module.css'
import { OptionFields } from './option-fields.tsx'
import { useTarget } from './use-target.ts'

interface Props {
  option: EditedOption
  /** What the customer answers to choose it. */
  number: number
  isLast: boolean
  isOpen: boolean
  /** The simulator shows its level. */
  isHere: boolean
  errors: OptionErrors
  queueId: number | undefined
  onToggle: () => void
  onChange: (change: Partial<EditedOption>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  /** Undefined: it cannot have options of its own. */
  onAdd: (() => void) | undefined
  /** The options below it. */
  children: ReactNode
}

export function OptionRow(props: Props) {
  const { option, number, isLast, isOpen, isHere, errors, onToggle, onChange, onMove, onRemove, onAdd, children } =
    props
  const { t } = useTranslation()
  const name = option.name || t('queues.menu.unnamed')
  const target = useTarget(option)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <li>
      <div className={styles.head} data-open={isOpen} data-here={isHere}>
        <button type="button" className={styles.name} aria-expanded={isOpen} onClick={onToggle}>
          <span className={styles.number}>{number}</span>
          <b className="cut">{name}</b>
          {isHere && <HereMark />}
          <span className={`${styles.type} cut`} data-wrong={target === null || Object.keys(errors).length > 0}>
            {t(`queues.menu.types.${option.queueType}`)}
            {target && `: ${target}`}
            {option.closeTicket && ` · ${t('queues.menu.closes')}`}
          </span>
          <Chevron size={16} />
        </button>
        <ActionIcon
          size={28}
          className={styles.move}
          aria-label={t('queues.menu.up', { name })}
          disabled={number === 1}
          onClick={() => onMove(-1)}
        >
          <IconArrowUp size={16} />
        </ActionIcon>
        <ActionIcon
          size={28}
          className={styles.move}
          aria-label={t('queues.menu.down', { name })}
          disabled={isLast}
          onClick={() => onMove(1)}
        >
          <IconArrowDown size={16} />
        </ActionIcon>
      </div>
      {isOpen && (
        <div className={styles.open}>
          <OptionFields option={option} errors={errors} queueId={props.queueId} onChange={onChange} />
          <div className={styles.actions}>
            {onAdd && option.options.length === 0 && (
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                leftSection={<IconPlus size={15} />}
                onClick={onAdd}
              >
                {t('queues.menu.addBelow', { name })}
              </Button>
            )}
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={15} />}
              onClick={onRemove}
            >
              {t('queues.menu.remove')}
            </Button>
          </div>
        </div>
      )}
      {children && (
        <div className={styles.below}>
          {!leadsOn(option) && <p className={styles.hint}>{t('queues.menu.notShown')}</p>}
          {children}
        </div>
      )}
    </li>
  )
}
