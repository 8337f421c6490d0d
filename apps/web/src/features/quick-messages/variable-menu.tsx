import { foldedText } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { Option } from './option.tsx'
import { variables } from './quick-message-values.ts'
import { useVariables } from './quick-messages.api.ts'
import styles from './quick-replies.module.css'
import { type FieldMenuProps, useOptions } from './use-options.ts'

interface Props extends FieldMenuProps {
  /** Takes the variable as it is written in a text. */
  onChoose: (written: string) => void
}

/** The variables over the composer, each with what it stands for in this ticket. */
export function VariableMenu({ ticketId, onChoose, ...field }: Props) {
  const { t } = useTranslation()
  const values = useVariables(ticketId)
  const wanted = foldedText(field.query)
  const found = variables
    .map((id) => ({ id, label: t(`quick-messages.variable.${id}`) }))
    .filter(({ id, label }) => foldedText(id).includes(wanted) || foldedText(label).includes(wanted))
  const choose = ({ id }: { id: string }) => onChoose(`{{${id}}}`)
  const { listId, active, idOf, activate } = useOptions({ ...field, items: found, hasNotice: false, onChoose: choose })
  if (!active) return null
  return (
    // The field keeps the focus, so that one can go on typing.
    <div className={`${styles.menu} ${styles.single}`} onMouseDown={(event) => event.preventDefault()}>
      <ul id={listId} role="listbox" tabIndex={0} aria-label={t('quick-messages.insertVariable')}>
        {found.map((variable) => (
          <Option
            key={variable.id}
            id={idOf(variable)}
            isActive={variable === active}
            onActive={() => activate(variable)}
            onChoose={() => choose(variable)}
          >
            <b className="cut">{variable.label}</b>
            <span className="cut">{values.get(variable.id)}</span>
            <small className="cut">{`{{${variable.id}}}`}</small>
          </Option>
        ))}
      </ul>
    </div>
  )
}
