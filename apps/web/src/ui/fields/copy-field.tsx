import { CopyText } from './copy-text.tsx'
import { ShownText } from './shown-text.tsx'

interface Props {
  label: string
  description?: string
  value: string
}

/** A text to read and to copy. */
export const CopyField = ({ label, description, value }: Props) => (
  <ShownText label={label} description={description} value={value}>
    <CopyText value={value} name={label} />
  </ShownText>
)
