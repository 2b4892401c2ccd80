// Generic prompts that belong to no trail.

export const BACKGROUND_PROMPTS: readonly string[] = ['hello there', 'thank you so much', 'make it shorter'];
