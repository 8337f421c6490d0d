import { AvatarStack } from '../../../ui/marks/avatar.tsx'
import styles from './conversation-head.module.css'
import { type Company, usePresenceText } from './head-presence.tsx'

/** Under a head that is too narrow for its words. */
export function PresenceStrip(company: Company) {
  const text = usePresenceText(company)
  return (
    <p className={styles.strip} role="status" data-writing-now={company.writing.length > 0}>
      <AvatarStack people={company.viewers} size={18} most={3} />
      <span className="cut">{text}</span>
    </p>
  )
}
