// The logo: three stones stacked on each other.

export function CairnMark({ size = 26, muted = false }: { readonly size?: number; readonly muted?: boolean }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <g fill={muted ? 'var(--mantine-color-gray-5)' : 'var(--cairn-stone)'}>
        <path d="M4.2 25.1c0-2.6 4.6-4.2 11.2-4.2 7.3 0 12.5 1.5 12.5 4.4 0 2.5-4.8 3.7-11.8 3.7-7.3 0-11.9-1.2-11.9-3.9Z" />
        <path
          opacity=".86"
          d="M7.9 16.5c.3-2.4 3.9-3.6 8.5-3.5 4.9.1 8 1.5 7.8 3.7-.2 2.2-3.7 3.1-8.3 3-4.8-.1-8.3-.9-8-3.2Z"
        />
        <path
          opacity=".72"
          d="M11.1 8.2c.2-2.5 2.4-4.5 5.3-4.3 2.8.1 4.7 1.9 4.6 4.2-.1 2.6-2.3 3.8-5.2 3.7-3-.1-4.9-1.3-4.7-3.6Z"
        />
      </g>
    </svg>
  );
}
