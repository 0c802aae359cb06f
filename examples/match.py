"""A match between two players, and its first game again on a board."""
import zermelo

match = zermelo.match("nim", "level=perfect", "player=monte-carlo,nodes=50", start="5,6,7", openings="random:1", games=10)
print(f"{match.games} games: perfect play won {match.wins[0]}, Monte-Carlo {match.wins[1]}")
game = match.records[0]
board = zermelo.board("nim", game["start"])
for move in game["moves"]:
    print(f"{board.text}: {'perfect play' if (board.turn == 0) == (game['first'] == 'a') else 'Monte-Carlo'} takes {move}")
    board.play(move)
print("won by", "perfect play" if game["winner"] == "a" else "Monte-Carlo")
