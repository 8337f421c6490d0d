import { limits } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { HereMark } from './here-mark.tsx'
import {
  type EditedOption,
  type OptionErrors,
  changeOption,
  leadsOn,
  moveOption,
  newOption,
  removeOption,
} from './menu-tree.ts'
import styles from './menu.module.css'
import { OptionRow } from './option-row.tsx'

interface Props {
  options: EditedOption[]
  onChange: (options: EditedOption[]) => void
  errors: ReadonlyMap<string, OptionErrors>
  /** The key of the option that is being edited. */
  open: string | undefined
  onOpen: (key: string | undefined) => void
  /** Undefined for a queue that is not stored yet. */
  queueId: number | undefined
  /** The key of the option whose level the simulator shows; 'first': that of the first level. */
  here: string | undefined
}

/** The tree of a queue's options, edited in place, one option at a time. */
export function MenuEditor({ options, onChange, errors, open, onOpen, queueId, here }: Props) {
  const { t } = useTranslation()
  function addTo(parent: EditedOption | undefined) {
    const option = newOption()
    onOpen(option.key)
    onChange(
      parent ? changeOption(options, parent.key, { options: [...parent.options, option] }) : [...options, option],
    )
  }

  function level(siblings: EditedOption[], parent: EditedOption | undefined, depth: number) {
    return (
      <>
        <ol className={styles.level}>
          {siblings.map((option, index) => (
            <OptionRow
              key={option.key}
              option={option}
              number={index + 1}
              isLast={index === siblings.length - 1}
              isOpen={open === option.key}
              isHere={here === option.key}
              errors={errors.get(option.key) ?? {}}
              queueId={queueId}
              onToggle={() => onOpen(open === option.key ? undefined : option.key)}
              onChange={(change) => onChange(changeOption(options, option.key, change))}
              onMove={(by) => onChange(moveOption(options, option.key, by))}
              onRemove={() => onChange(removeOption(options, option.key))}
              onAdd={leadsOn(option) && depth < limits.optionLevels ? () => addTo(option) : undefined}
            >
              {option.options.length > 0 && level(option.options, option, depth + 1)}
            </OptionRow>
          ))}
        </ol>
        {siblings.length < limits.optionsPerLevel && (!parent || leadsOn(parent)) && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconPlus size={15} />}
            onClick={() => addTo(parent)}
          >
            {parent
              ? t('queues.menu.addBelow', { name: parent.name || t('queues.menu.unnamed') })
              : t('queues.menu.add')}
          </Button>
        )}
      </>
    )
  }

  return (
    <div className={styles.menu}>
      <p className={styles.hint}>
        {t(options.length === 0 ? 'queues.menu.none' : 'queues.menu.hint')}
        {here === 'first' && options.length > 0 && <HereMark />}
      </p>
      {level(options, undefined, 1)}
    </div>
  )
}
