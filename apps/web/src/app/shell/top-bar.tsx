import { neverDue } from '@guiche/contract'
import { Burger } from '@mantine/core'
import { IconRefresh, IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useKeysFor } from '../../lib/keyboard/chosen-keys.ts'
import { openPalette } from '../../lib/keyboard/palette.ts'
import { isAdmin, useMe } from '../../lib/session.ts'
import { Key, keysText } from '../../ui/marks/marks.tsx'
import { Announcements } from '../notifications/announcements.tsx'
import { Bell } from '../notifications/bell.tsx'
import { ChatsPopover } from '../notifications/chats-popover.tsx'
import { AccountMenu } from './account-menu.tsx'
import { ToolButton } from './tool-button.tsx'
import styles from './top-bar.module.css'
import { Volume } from './volume.tsx'
import { TextWithBold } from '../../ui/text/text-with-bold.tsx'

interface Props {
  isMenuOpen: boolean
  onToggleMenu: () => void
}

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

export function TopBar({ isMenuOpen, onToggleMenu }: Props) {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <header className={styles.bar}>
      <Burger
        size={16}
        opened={false}
        className={styles.burger}
        aria-label={t(isMenuOpen ? 'shell.menu.close' : 'shell.menu.open')}
        aria-expanded={isMenuOpen}
        onClick={onToggleMenu}
      />
      <Greeting />
      <p className={`${styles.company} cut`}>{me.company.name}</p>
      <button className={styles.search} type="button" onClick={openPalette}>
        <IconSearch size={16} stroke={1.8} aria-hidden />
        <span className={`${styles.words} cut`}>{t('shell.search')}</span>
        <span aria-hidden>
          <SearchKeys />
        </span>
      </button>
      <div className={styles.tools}>
        <div className={styles.wide}>
          <Volume />
          <ToolButton label={t('shell.reload')} icon={IconRefresh} onClick={() => location.reload()} />
        </div>
        <Bell />
        <Announcements />
        <ChatsPopover />
      </div>
      <AccountMenu />
    </header>
  )
}

function SearchKeys() {
  const keys = keysText(useKeysFor('mod+k'))
  return <Key>{isMac ? keys.replace('Ctrl', '⌘') : keys}</Key>
}

/** For admins with the date on which the subscription ends (docs/requirements/back-office.md, section 2 "Top bar"). */
function Greeting() {
  const { t } = useTranslation()
  const me = useMe()
  const format = useFormat()
  const { name, dueDate } = me.company
  const greeting = <TextWithBold textKey="shell.greeting" values={{ name: me.name, company: name }} />
  return (
    <p className={styles.greeting}>
      <span className="cut">{greeting}</span>
      {isAdmin(me) && dueDate !== neverDue && (
        <span className={styles.until}>
          {t('shell.activeUntil', { date: format.date(`${dueDate.slice(0, 10)}T12:00:00Z`) })}
        </span>
      )}
    </p>
  )
}
