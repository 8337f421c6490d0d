import { type UserRef, foldedText } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import type { ComposerExtension, ExtensionMenuProps } from '../../features/messages/composer/index.ts'
import { Option } from '../../features/quick-messages/option.tsx'
import { useOptions } from '../../features/quick-messages/use-options.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import styles from './chats-screen.module.css'

/** "@", and what has been written of a name. */
const begun = /(?:^|\s)@([\p{L} ]{0,30})$/u

/** Offers the members of a chat after "@". */
export const mentionsOf = (people: readonly UserRef[]): ComposerExtension => ({
  id: 'mentions',
  asks: (before) => {
    const found = begun.exec(before)
    if (!found) return undefined
    const query = found[1] ?? ''
    return { query, from: before.length - query.length - 1 }
  },
  Menu: (props) => <MentionMenu {...props} people={people} />,
})

/** Whom a text calls by name. Of two names that begin alike the longer one counts. */
export function mentionsIn(text: string, people: readonly UserRef[]): number[] {
  let left = text
  return people
    .toSorted((one, other) => other.name.length - one.name.length)
    .flatMap(({ id, name }) => {
      const rest = left.replaceAll(`@${name}`, '')
      const isCalled = rest !== left
      left = rest
      return isCalled ? [id] : []
    })
}

function MentionMenu({ people, onPick, ...field }: ExtensionMenuProps & { people: readonly UserRef[] }) {
  const { t } = useTranslation()
  const wanted = foldedText(field.query)
  const found = people.filter(({ name }) => foldedText(name).startsWith(wanted)).slice(0, 8)
  const choose = ({ name }: UserRef) => onPick(`@${name} `)
  const { listId, active, idOf, activate } = useOptions({ ...field, items: found, hasNotice: false, onChoose: choose })
  if (!active) return null
  return (
    // The field keeps the focus, so that one can go on typing.
    <div className={styles.mentions} onMouseDown={(event) => event.preventDefault()}>
      <ul id={listId} role="listbox" tabIndex={0} aria-label={t('chats.mention')}>
        {found.map((person) => (
          <Option
            key={person.id}
            id={idOf(person)}
            isActive={person === active}
            onActive={() => activate(person)}
            onChoose={() => choose(person)}
          >
            <Avatar name={person.name} size={24} /> <span className="cut">{person.name}</span>
          </Option>
        ))}
      </ul>
    </div>
  )
}
