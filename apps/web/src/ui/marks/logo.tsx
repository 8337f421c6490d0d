/** A service counter with a number above it. */
export function Logo({ size = 28 }: { size?: number }) {
  const side = `${size / 16}rem`
  return (
    <svg width={side} height={side} viewBox="0 0 28 28" aria-hidden="true">
      <rect width="28" height="28" rx="8" fill="var(--g-accent-fill)" />
      <path
        d="M7 21v-7.5a7 7 0 0114 0V21"
        fill="none"
        stroke="var(--g-on-fill)"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
      <path d="M5.5 21h17" stroke="var(--g-on-fill)" strokeWidth="2.2" strokeLinecap="round" />
      <circle cx="14" cy="14" r="2.4" fill="var(--g-on-fill)" />
    </svg>
  )
}
