import { useTranslation } from 'react-i18next'
import { type Action, placeOf, useCurrentActions } from '../../lib/keyboard/actions.ts'
import type { ActionGroup } from '../../lib/keyboard/catalog.ts'
import { keysFor, useChosenKeys } from '../../lib/keyboard/chosen-keys.ts'
import type { PaletteItem, PaletteSource } from '../../lib/keyboard/palette.ts'

/** The palette itself, and what only closes something. */
const leftOut: readonly (string | undefined)[] = ['mod+k', 'Escape']

/** Everything that can be done on what is on screen: the same actions that have the shortcuts. */
export function useRegisteredActions(): { ticket: PaletteSource; list: PaletteSource; general: PaletteItem[] } {
  const { t } = useTranslation()
  const chosen = useChosenKeys()
  const actions = useCurrentActions()
    .map(({ current }) => current)
    .filter(({ keys, isOn = true }) => isOn && !leftOut.includes(keys))

  const itemsOf = (...groups: ActionGroup[]): PaletteItem[] =>
    actions
      .filter(({ group }) => groups.includes(group))
      .toSorted((one, other) => placeOf(one) - placeOf(other))
      .map((action) => ({
        id: `action-${action.group}-${action.label}`,
        title: action.label,
        ...(action.keys && { keys: keysFor(action.keys, chosen) }),
        picture: pictureOf(action),
        run: action.run,
      }))

  return {
    ticket: { id: 'open-ticket', title: t('tickets.palette'), items: itemsOf('ticket', 'write') },
    list: { id: 'list', title: t('shell.palette.list'), items: itemsOf('list') },
    general: itemsOf('general'),
  }
}

const pictureOf = ({ icon: Icon }: Action) => Icon && <Icon size={18} stroke={1.7} />
