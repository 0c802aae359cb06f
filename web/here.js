// Where one is: the game, position and options last looked at, for the other views, and the address of
// the game being played.
export const here = {game: null, position: null, options: {}, play: null};
